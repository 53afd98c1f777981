import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type AnyRouter,
} from '@tanstack/react-router'
import { useStore } from '../kit/layers/store.ts'
import { people } from '../kit/session/people.ts'
import { readSearch, writeSearch } from '../kit/url/search-text.ts'
import type { PageRoute } from '../kit/url/page.ts'
import { Loading } from '../kit/ui/states/States.tsx'
import { Frame } from './Frame.tsx'
import { NotFoundPage } from './notices/full-pages.tsx'

/**
 * Returns the component of a page, whose code loads on the first visit. It is rendered again when the names of staff
 * become known.
 */
function pageComponent(load: PageRoute['load']) {
  const Lazy = lazyRouteComponent(load)
  const Page = () => {
    useStore(people)
    return <Lazy />
  }
  return Object.assign(Page, { preload: Lazy.preload })
}

/** Creates the router with all pages as TanStack routes inside one frame. The code of a page loads on the first visit. */
export function createAppRouter(pages: readonly PageRoute[]): AnyRouter {
  const root = createRootRoute({ component: Frame, notFoundComponent: NotFoundPage })
  const children = pages.map((one) =>
    createRoute({
      getParentRoute: () => root,
      path: one.path,
      component: pageComponent(one.load),
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
