"""Pages of many games: an index by kind with each game's shape, and two games side by side."""
