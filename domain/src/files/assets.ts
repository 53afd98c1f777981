/**
 * The public path of a company's own picture (logo, icon): `/assets/{provider_id}/{name}`. What it shows never changes;
 * a new picture gets a new name.
 */
export const assetPath = /^\/assets\/([1-9]\d{0,9})\/([0-9a-f-]{36}\.(?:jpg|jpeg|png))$/

/** A picture among the files of the web app, such as the demonstration's; mail programs show no SVG. */
export const demoPicturePath = /^\/demo\/[\w-]+\.(?:png|jpe?g)$/
