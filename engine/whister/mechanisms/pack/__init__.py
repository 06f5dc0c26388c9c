"""The pack, and how it is dealt."""
