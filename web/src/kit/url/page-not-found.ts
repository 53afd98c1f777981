/** Thrown by a page whose thing does not exist or may not be seen: the shell then shows the 404 page (SHELL-054). */
export class PageNotFound extends Error {
  constructor() {
    super('page not found')
    this.name = 'PageNotFound'
  }
}
