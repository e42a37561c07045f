package storage

const Name = "storage"
