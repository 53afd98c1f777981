import { identityRoutes } from '../identity/index.ts'
import type { Route } from '../kit/verb.ts'

/** Every served doorway of the product. */
export const routes: readonly Route[] = [...identityRoutes]
