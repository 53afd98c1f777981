import type { SettingTab } from '../kit/setting.ts'

/** A right that a section requires in addition to the right to save settings (SET-023). */
export type SectionRight = 'custom-fields' | 'message-texts'

/** A card on the settings screen. Settings refer to it by `key`. */
export interface SettingsSectionText {
  key: string
  title: string
  description: string
  /** Shown without a card around it (SET-012). */
  has_no_card?: boolean
  right?: SectionRight
}

export interface SettingsTab {
  id: SettingTab
  label: string
  sections: readonly SettingsSectionText[]
}

const section = (
  key: string,
  title: string,
  description: string,
  more: Pick<SettingsSectionText, 'has_no_card' | 'right'> = {},
): SettingsSectionText => ({ key, title, description, ...more })

/** The ten tabs of the settings screen and their sections, in order (SET-026…SET-037). */
export const settings_tabs: readonly SettingsTab[] = [
  {
    id: 'general',
    label: 'General',
    sections: [
      section('general', 'Company', 'The name and web addresses of the company.'),
      section('authentication', 'Authentication', 'How people sign in and for how long.'),
      section('corporate identity', 'Corporate identity', 'The company’s logos on pages and documents.'),
      section('office hours', 'Office hours', 'The working hours of the company.'),
      section(
        'public holiday office hours',
        'Public holiday office hours',
        'Which days are public holidays, and the working hours on them.',
      ),
      section('support contact details', 'Support contact details', 'Where users can get help.'),
      section('dashboard settings', 'Dashboard settings', 'The period that dashboards cover.'),
      section('ops dashboard settings', 'Ops dashboard settings', 'When the control room is warned.'),
      section('enable features', 'Enable features', 'Parts of the product that may be switched on or off.'),
      section('map settings', 'Map settings', 'Where maps open, and which services maps and routes use.'),
      section('tracking settings', 'Tracking settings', 'What the public tracking page shows.'),
      section('site wide message banner', 'Site wide message banner', 'A message at the top of every page.'),
      section(
        'user terms and conditions',
        'User terms and conditions',
        'What customers agree to before they use the product.',
      ),
    ],
  },
  {
    id: 'rates',
    label: 'Rates and billing',
    sections: [
      section('billing contact', 'Billing contact', 'Who answers questions about money.'),
      section('invoice settings', 'Invoice settings', 'What is shown on invoices.'),
      section('when to invoice', 'When to invoice', 'How often, and from which status.'),
      section('rates settings', 'Rates settings', 'How prices are worked out and shown.'),
      section(
        'payment methods for guest shipments',
        'Payment methods for guest shipments',
        'How a single shipment is paid for.',
      ),
      section(
        'payment methods for account top-up',
        'Payment methods for account top-up',
        'How customers top up their balance.',
      ),
      section(
        'cash on delivery',
        'Cash on delivery',
        'What receivers may pay to drivers, and what the company keeps of it.',
      ),
      section(
        'payment import date range',
        'Payment import date range',
        'Which bank payments are accepted, and accounts in arrears.',
      ),
      section('controls', 'Controls', 'Who approves refunds, write-offs and bank details.'),
      section('costs', 'Costs', 'What own vehicles, routes and pickup points cost, for margins.'),
    ],
  },
  {
    id: 'shipments',
    label: 'Shipments',
    sections: [
      section(
        'min/max parcel dimensions',
        'Parcel dimensions',
        'The smallest and largest parcel that is carried.',
      ),
      section('packaging', 'Packaging', 'Standard parcels people choose instead of measuring.'),
      section('parcel categories', 'Parcel categories', 'What parcels contain.'),
      section('parcel disclaimer', 'Parcel disclaimer', 'What people read and confirm.'),
      section('note types', 'Note types', 'Types of note on a shipment.'),
      section(
        'permissions and additional settings',
        'Permissions and additional settings',
        'What customers and receivers may do, and what a booking needs.',
      ),
      section('locker settings', 'Locker settings', 'Lockers and counters.'),
      section('international shipments', 'International shipments', 'Countries and customs.'),
      section(
        'predefined reasons',
        'Predefined reasons',
        'Reasons to choose from when something is held, cancelled or moved.',
      ),
      section('bays for hub scanner', 'Bays for hub scanner', 'Where a scanned parcel is put.'),
      section('claims', 'Claims', 'What is paid when a parcel is lost or damaged.'),
    ],
  },
  {
    id: 'accounts',
    label: 'Accounts',
    sections: [
      section('account creation', 'Account creation', 'What a new customer starts with.'),
      section('verification', 'Verification', 'How new users are verified.'),
      section('invoicing', 'Invoicing', 'What is offered for an account.'),
      section('cost centres', 'Cost centres', 'Departments of a customer.'),
      section(
        'additional registration fields',
        'Additional registration fields',
        'What is asked besides name and e-mail.',
        { right: 'custom-fields' },
      ),
      section(
        'internal account details',
        'Internal account details',
        'What staff keep on an account; customers never see it.',
      ),
      section('VIP accounts', 'VIP accounts', 'Customers whose shipments have priority.', {
        right: 'custom-fields',
      }),
    ],
  },
  {
    id: 'manifests',
    label: 'Interhub manifests',
    sections: [
      section('carriers', 'Carriers', 'Who drives between hubs.', { has_no_card: true }),
      section('service levels', 'Service levels', 'How fast loads travel between hubs.'),
      section('scan status', 'Scan status', 'What a scan onto a manifest does.'),
      section('daily manifest configs', 'Daily manifests', 'Manifests that open automatically.', {
        has_no_card: true,
      }),
    ],
  },
  {
    id: 'driver',
    label: 'Driver app',
    sections: [
      section('driver settings', 'Driver settings', 'What drivers may and must do.'),
      section('manifest scanner settings', 'Manifest scanner', 'What drivers scan at the hub.'),
      section(
        'push notification schedule',
        'Push notification schedule',
        'When drivers may get push notifications.',
      ),
      section(
        'proof of delivery settings',
        'Proof of delivery',
        'What a driver must show before a stop counts as delivered.',
      ),
      section('fallback options', 'Fallback options', 'Required when the receiver has no PIN.'),
      section(
        'predefined rejection and failed collection or delivery reasons',
        'Predefined reasons',
        'Reasons drivers choose from when something goes wrong.',
      ),
      section(
        'enforce minimum driver app version',
        'Minimum driver app version',
        'Older apps are asked to update.',
      ),
    ],
  },
  {
    id: 'notifications',
    label: 'Notifications',
    sections: [
      section('email settings', 'E-mail settings', 'Who messages come from and how they are sent.'),
      section('email notifications', 'E-mail notifications', 'Which messages are sent to whom.'),
      section('SMS notifications', 'SMS notifications', 'Which messages are sent to whom.'),
      section('WhatsApp notifications', 'WhatsApp notifications', 'Which messages are sent to whom.'),
      section(
        'additional notification settings',
        'Additional notification settings',
        'More messages, and when messages are not sent.',
      ),
      section('SMS options', 'SMS options', 'Who sends text messages and what they may cost.'),
      section('email options', 'E-mail options', 'What is attached to messages.'),
      section(
        'message texts',
        'Message texts',
        'What e-mails and SMS say. WhatsApp sends only templates that it has approved.',
        { right: 'message-texts' },
      ),
    ],
  },
  {
    id: 'theme',
    label: 'Theme',
    sections: [
      section('theme', 'Colours', 'Shades are adjusted where text would be hard to read.', {
        has_no_card: true,
      }),
    ],
  },
  {
    id: 'help_center',
    label: 'Help centre',
    sections: [section('help_center', 'Help centre', 'What people find when they ask for help.')],
  },
  {
    id: 'feature_toggles',
    label: 'Feature toggles',
    sections: [
      section('feature toggles', 'Feature toggles', 'Features that are released step by step.', {
        has_no_card: true,
      }),
    ],
  },
]

/** Returns the id of a section as used in the URL: `invoice settings` becomes `invoice-settings` (SET-011). */
export function sectionId(section: string): string {
  return section
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
}
