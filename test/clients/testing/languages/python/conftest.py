pytest_plugins = ["sandbank"]
