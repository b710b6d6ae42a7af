"""What a seat sees and may do, as arrays of numbers: for agents that learn elsewhere.

Read observation_plan.py and action_plan.py first, then native_state.py and batch.py.
"""
