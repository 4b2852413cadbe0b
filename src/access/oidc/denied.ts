/** The provider, or the person there, said no. */
export class OidcDenied extends Error {}
