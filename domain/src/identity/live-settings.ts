import { z } from 'zod'
import { settingsSection } from '../kit/settings-section.ts'
import { text } from '../kit/calls/wire.ts'

/**
 * Address to which pages connect for live updates (SET-094). It is part of the page's content security policy, so it
 * must not contain characters that end a directive early.
 */
export const websocket_api_url = settingsSection('general', 'general').custom(
  'websocket_api_url',
  'Live update address',
  text(255).pipe(z.string().regex(/^(wss?:\/\/[^\s;,'"]+)?$/, 'must begin with wss:// or ws://')),
  '',
  { kind: 'words', max: 255, format: 'url' },
  {
    public: true,
    guarded: 'destination',
    description: 'Leave empty to use the address in the browser, with /api/live.',
  },
)
