import ipaddr from 'ipaddr.js'

const IPV6_PREFIX_LENGTH = 64

/** `203.0.113.7:50123` and `[2001:db8::7]:50123`, as some proxies forward addresses. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/

/**
 * An IPv4 address, or the /64 network of an IPv6 address, which belongs to one subscriber. Ports
 * are ignored.
 */
export function toNetwork(address: string): string {
  const [, bracketed, plain] = WITH_PORT.exec(address) ?? []
  const bare = bracketed ?? plain ?? address
  if (!ipaddr.isValid(bare)) return address
  const ip = ipaddr.process(bare)
  if (ip.kind() === 'ipv4') return ip.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${IPV6_PREFIX_LENGTH}`).toString()
}

/** Whether only this machine can reach an address that the service listens on. */
export function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true
  const bare = host.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback'
}
