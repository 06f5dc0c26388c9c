"""The results of the proof and of the benchmarks."""
