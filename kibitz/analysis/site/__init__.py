"""Pages of many games: an index by genre with each game's shape, and two games side by side."""
