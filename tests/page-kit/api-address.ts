/** Returns the declared path of an endpoint for the path of a request: removes the API prefix. */
export const apiAddress = (path: string): string => path.replace(/^\/(api(\/v[23])?|v[23])(?=\/)/, '')
