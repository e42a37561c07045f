package bunrouter

const Name = "router"
