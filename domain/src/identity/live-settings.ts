import { z } from 'zod'
import { settingsSection } from '../kit/settings-section.ts'
import { text } from '../kit/calls/wire.ts'

/** Where pages listen for live updates (SET-094). Stands in the page's content policy, so nothing may end it early. */
export const websocket_api_url = settingsSection('general', 'general').custom(
  'websocket_api_url',
  'Live update address',
  text(255).pipe(z.string().regex(/^(wss?:\/\/[^\s;,'"]+)?$/, 'must begin with wss:// or ws://')),
  '',
  { kind: 'words', max: 255, format: 'url' },
  {
    public: true,
    guarded: 'destination',
    description: 'Empty: the address people use, with /api/live.',
  },
)
