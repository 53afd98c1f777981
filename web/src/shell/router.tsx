import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type AnyRouter,
} from '@tanstack/react-router'
import { readSearch, writeSearch } from '../kit/url/search-text.ts'
import type { PageRoute } from '../kit/url/page.ts'
import { Loading } from '../kit/ui/states/States.tsx'
import { Frame } from './Frame.tsx'
import { NotFoundPage } from './notices/full-pages.tsx'

/** Creates the router with all pages as TanStack routes inside one frame. The code of a page loads on the first visit. */
export function createAppRouter(pages: readonly PageRoute[]): AnyRouter {
  const root = createRootRoute({ component: Frame, notFoundComponent: NotFoundPage })
  const children = pages.map((one) =>
    createRoute({
      getParentRoute: () => root,
      path: one.path,
      component: lazyRouteComponent(one.load),
      staticData: { page: one },
    }),
  )
  return createRouter({
    routeTree: root.addChildren(children),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    defaultPendingComponent: () => <Loading />,
    scrollRestoration: true,
    scrollToTopSelectors: ['#content'],
  })
}
