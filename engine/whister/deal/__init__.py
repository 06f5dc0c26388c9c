"""A deal: its play, its public interface, its result, and what each seat may see."""
