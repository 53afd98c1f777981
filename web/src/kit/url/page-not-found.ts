/**
 * Thrown by a page whose record does not exist or is not visible to the user: the shell then displays the 404 page
 * (SHELL-054).
 */
export class PageNotFound extends Error {
  constructor() {
    super('page not found')
    this.name = 'PageNotFound'
  }
}
