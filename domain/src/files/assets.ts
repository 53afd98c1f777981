/**
 * Public path of a provider's picture (logo, icon): `/assets/{provider_id}/{name}`. The content of a path never
 * changes; a new picture gets a new name.
 */
export const assetPath = /^\/assets\/([1-9]\d{0,9})\/([0-9a-f-]{36}\.(?:jpg|jpeg|png))$/

/**
 * Path of a picture that is part of the web app, for example in the demo. No SVG, because email clients do not
 * display it.
 */
export const demoPicturePath = /^\/demo\/[\w-]+\.(?:png|jpe?g)$/
