import { type ApiKey, keyHint } from './api-key.ts'
import type { Current, SignedIn } from './sign-in.ts'
import { ROLE_SCOPES, type User } from './user.ts'

export const keyView = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  hint: keyHint(key.id),
  scopes: [...key.scopes],
  created_at: key.createdAt,
  expires_at: key.expiresAt,
  last_used_at: key.lastUsedAt,
  revoked_at: key.revokedAt,
})

export const newKeyView = ({ key, text }: { readonly key: ApiKey; readonly text: string }) => ({
  ...keyView(key),
  key: text,
})

export const userView = (user: User) => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
  created_at: user.createdAt,
  updated_at: user.updatedAt,
})

export const sessionView = ({ user, session }: Pick<SignedIn, 'user' | 'session'>) => ({
  kind: 'user' as const,
  id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  scopes: [...ROLE_SCOPES[user.role]],
  expires_at: session.expiresAt,
})

export const currentView = ({ actor, signedIn }: Current) =>
  signedIn
    ? sessionView(signedIn)
    : {
        kind: 'key' as const,
        id: actor.id,
        name: actor.name,
        email: null,
        role: null,
        scopes: [...actor.scopes],
        expires_at: null,
      }
