export const templateRoutes = [] as const
