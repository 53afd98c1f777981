/** The one place that names the release; shown in the sidebar, sent as `client-version`, served as version.json (SHELL-009). */
export const app_version = '3.17.17'

/** The product's name, for documents about itself; screens show the provider's title. */
export const product_name = 'Waybill'
