// The package that holds a client's program for this machine, as the clients name it: PACKAGE-linux-x64.

export const platformPackage = (name) => `${name}-${process.platform}-${process.arch}`
