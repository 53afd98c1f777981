import { hasPermission, isOffice } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** The screen of staff who work at a pickup point of the company. */
export const routes: readonly PageRoute[] = [
  page('/counter', () => import('./pages/CounterPage.tsx'), {
    rail: true,
    may: ({ me }) => isOffice(me) && hasPermission(me, 'API_/pickup-points/handovers:POST'),
  }),
]
