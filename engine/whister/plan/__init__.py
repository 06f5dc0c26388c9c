"""What the rules of a deal come to: the facts that mechanisms lay down, what they may do to a deal, and the whole."""
