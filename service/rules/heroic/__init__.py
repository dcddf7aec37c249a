"""Heroes and groups in rounds of 20 seconds: skill against active defence, morale, fatigue, pursuit and aftermath."""
