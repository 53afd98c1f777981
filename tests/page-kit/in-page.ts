/** Playwright's selectors, bundled and run inside each page. */
import {
  getByAltTextSelector,
  getByLabelSelector,
  getByPlaceholderSelector,
  getByRoleSelector,
  getByTextSelector,
  getByTitleSelector,
  Ivya,
} from 'ivya'

export const selectors = {
  role: getByRoleSelector,
  text: getByTextSelector,
  label: getByLabelSelector,
  title: getByTitleSelector,
  alt: getByAltTextSelector,
  placeholder: getByPlaceholderSelector,
}

const ivya = Ivya.create({ browser: 'chromium', testIdAttribute: 'data-testid' })

/** Returns the elements that a selector matches now, in document order. */
export const elementsOf = (selector: string): Element[] =>
  ivya.queryLocatorSelectorAll(selector, document.documentElement)
