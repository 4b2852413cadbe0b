import ipaddr from 'ipaddr.js'

const IPV6_PREFIX_LENGTH = 64

/** IPv4 whole, IPv6 by its /64: that much is one subscriber's. */
export function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  if (ip.kind() === 'ipv4') return ip.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${IPV6_PREFIX_LENGTH}`).toString()
}

/** Whether an address that the service listens on can only be reached from its own machine. */
export function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true
  const bare = host.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback'
}
