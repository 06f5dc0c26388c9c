"""What many deals show: the figures of each rule set, of each rule, and of the games compared."""
