/**
 * The release version, defined only here; displayed in the sidebar, sent as `client-version`, served as version.json
 * (SHELL-009).
 */
export const app_version = '3.17.17'

/** The product's name, for documents about the product; screens display the provider's title. */
export const product_name = 'Waybill'
