"""From numbers and pictures to one HTML page that needs nothing but itself."""
