import { z } from 'zod'
import { isSecureWebsite } from '../kit/texts/format.ts'
import { whenOn } from '../kit/setting.ts'
import { settingsSection } from '../kit/settings-section.ts'
import { text } from '../kit/calls/wire.ts'

/** Settings of the help centre (HELP-002, HELP-003, docs/domain/platform.md). */
const help = settingsSection('help_center', 'help_center')
const shown = { public: true }

export const help_centre_enabled = help.toggle('help_centre_enabled', 'Help centre', true, {
  ...shown,
  description: 'Off: the page is not available and not shown in the navigation.',
})
const when_on = { ...shown, shown_when: whenOn(help_centre_enabled) }

export const help_centre_external_url = help.url('help_centre_external_url', 'Own help pages', '', {
  ...when_on,
  description: 'Opens instead of the help centre.',
})
export const help_centre_articles_visibility = help.one(
  'help_centre_articles_visibility',
  'Who may read articles',
  ['everyone', 'signed-in', 'staff'],
  'everyone',
  {
    ...when_on,
    labels: { everyone: 'Everyone', 'signed-in': 'People who are signed in', staff: 'Staff' },
    description: 'Each article is still shown only to the readers it is meant for.',
  },
)
export const help_centre_contact_form = help.toggle('help_centre_contact_form', 'Contact form', true, {
  ...when_on,
  description: 'Below the articles; what is written there is sent by e-mail.',
})
export const help_centre_contact_email = help.email('help_centre_contact_email', 'Questions go to', '', {
  ...shown,
  shown_when: whenOn(help_centre_contact_form),
  description: 'Leave empty to use the support e-mail.',
})

const Video = z.object({
  title: text(100),
  url: text(500).pipe(z.string().refine(isSecureWebsite, 'must be an address that begins with https://')),
})
export type HelpVideo = z.output<typeof Video>

export const help_centre_video_links = help.rows<HelpVideo>(
  'help_centre_video_links',
  'Videos',
  Video,
  [],
  {
    noun: 'video',
    columns: [
      { key: 'title', label: 'Title', control: { kind: 'words', max: 100 } },
      { key: 'url', label: 'Address', control: { kind: 'words', max: 500, format: 'url' }, wide: 2 },
    ],
    empty: { title: '', url: '' },
  },
  when_on,
)
