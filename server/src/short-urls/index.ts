export { keepShortUrl, shortened } from './keep-short-url.ts'
export { countClick, deleteShortUrl, findTarget, listShortUrls } from './store.ts'
