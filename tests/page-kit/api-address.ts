/** The path of an endpoint as it is declared, out of the one that a page asks: without the prefix of the API. */
export const apiAddress = (path: string): string => path.replace(/^\/(api(\/v[23])?|v[23])(?=\/)/, '')
