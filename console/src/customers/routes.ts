export const customerRoutes = [] as const
