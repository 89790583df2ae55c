curl -sS http://localhost:8080/api/v1/krr -H 'Content-Type: application/json' -d '{
  "kernel": {"name": "gaussian", "bandwidth": "median"},
  "x": [[0], [1], [2], [3], [4]], "y": [1, 2, 0, -1, 0.5], "lambda": "loo",
  "x_new": [[2.5]], "deviation": true
}'
