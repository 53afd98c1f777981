import { page } from '../src/kit/url/page.ts'
const blank = () => import('./Form.tsx')
export const pages = [
  page('/', () => import('../src/app/HomePage.tsx'), { open: true }),
  page('/shipments', () => import('./List.tsx')),
  page('/shipments/new', () => import('./Form.tsx')),
  page('/shipments/$id', () => import('./Detail.tsx')),
  ...['/ops-dashboard','/collection-requests','/maps','/interhub-transfers','/tools','/billing','/accounts','/users','/rates-and-estimates','/reports','/settings','/inbox','/help-centre','/dashboard','/account','/address-book','/shipment-quotes','/top-up-account'].map((p) => page(p, blank)),
  page('/hub-scanner', blank, { rail: true }),
]
export const isServed = (path: string) => pages.some((p) => p.path === path || (p.path.includes('$') && /^\/shipments\/\d+$/.test(path)))
export const isOpen = () => false
