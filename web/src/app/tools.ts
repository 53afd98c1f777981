import { isStaff } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** A tool in the list of tools; whether somebody sees it, its own page decides. */
export interface Tool {
  to: string
  label: string
  about: string
}

/** The tools of this build, in the order of the permissions that govern them (PERM-036). */
export const tools: readonly Tool[] = [
  {
    to: '/tools/users-bulk-import',
    label: 'Users bulk import',
    about: 'Invite many users at once from a spreadsheet.',
  },
  {
    to: '/tools/barcode-generator',
    label: 'Barcode generator',
    about: 'Print numbers, lists and the bays of a branch as barcodes on sheets and rolls.',
  },
  {
    to: '/tools/blocked-list',
    label: 'Blocked list',
    about: 'Stop registrations, guest bookings and messages of an address or a number.',
  },
  {
    to: '/tools/copy-address-book',
    label: 'Copy address book',
    about: 'Give the addresses of one account to others.',
  },
  {
    to: '/tools/third-party-integrations',
    label: 'Third-party integrations',
    about: 'Connect other couriers, hub machines and your own programs, and look at every call.',
  },
]

/** The list of tools, open to staff (TOOL-001). */
export const toolRoutes: readonly PageRoute[] = [
  page('/tools', () => import('./ToolsPage.tsx'), {
    may: ({ me, enabled_features }) => isStaff(me) && enabled_features.includes('tools'),
  }),
]
