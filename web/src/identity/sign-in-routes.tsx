import { page, type PageRoute } from '../kit/url/page.ts'

/** Pages for registration (AUTH-031) and the user's own profile (AUTH-076). */
export const routes: readonly PageRoute[] = [
  page('/register', () => import('./pages/RegisterPage.tsx'), {
    open: true,
    bare: true,
    may: ({ me, settings }) =>
      me.kind === 'guest' && settings.registration_enabled !== false && settings.staff_only_login !== true,
  }),
  page('/profile', () => import('./pages/ProfilePage.tsx'), { may: ({ me }) => me.kind === 'user' }),
]
