export { saveShortUrl, shortened } from './save-short-url.ts'
export { countClick, deleteShortUrl, findTarget, listShortUrls } from './store.ts'
