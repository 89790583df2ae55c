curl -sS http://localhost:8080/api/v1/krr -H 'Content-Type: application/json' -d '{
  "kernel": {"name": "gaussian", "bandwidth": 1},
  "x": [[0], [1], [3]], "y": [1, 2, 0], "lambda": 0.01,
  "x_new": [[2]]
}'
