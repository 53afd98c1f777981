import { inject } from 'vitest'
import { whenMade } from '../made-once.ts'
import type { PageProduct } from './page-api.ts'

export type {
  ChosenFile,
  GivenAnswer,
  PageProduct,
  SentCall,
  TestFinder,
  TestLocator,
  TestPage,
} from './page-api.ts'

/** Opens the demo company with windows: in this process, or in Chromium for `npm run test:browser`. */
export async function openProduct(): Promise<PageProduct> {
  if (process.env.PAGE_ENGINE === 'chromium')
    return (await import('../e2e/product.ts')).openProduct({ holdsClock: true, rate_limit_scale: 0 })
  return (await import('./dom-product.ts')).openDomProduct(await whenMade(inject('made_once'), 'page_kit'))
}
