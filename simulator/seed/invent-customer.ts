import type { Random } from '../random';

/** Customers of the partner, invented; every address ends in `.example`, which nobody can own. */
export interface Customer {
  username: string;
  instanceUrl: string;
}

function words(text: string): readonly [string, ...string[]] {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  return [first, ...rest];
}

const firsts = words(`
  alder amber anchor ash beacon birch bluefen bramble bright caldera canyon cedar cinder clover cobalt copper
  coral crestline delta driftwood ember fairhaven falcon fen fjord foxglove garnet granite harbour hazel heron
  indigo iron juniper kestrel kitakaze larkspur lumen maple marlow meridian mistral norrsken northgate oak
  orbital osprey pellworm pine quarry quill raven river rowan sable savannah sierra silver solstice stein
  tallgrass tamarind tern thistle umber vega verdant willow wren zephyr
`);
const seconds = words(`
  analytics architects audio avionics bakery bank biotech books brewing cafe ceramics clinics cycles dental
  design education energy farms ferries films finance foods foundry freight games health homes hotels imprenta
  insurance labs legal logistics marine media mobility motors museum networks optics outdoor partners pharma
  press rail robotics school security software solar spa studio supply systems telecom textiles tools travel
  veterinary water wines works
`);
const desks = words(`
  ops it support admin hello helpdesk service office accounts cs owner
`);
const given = words(`
  maria jo dana lucas amara ingrid tomas yuki priya omar chloe viktor nadia ruben aisha henrik sofia marek
  leila kofi hanna diego mei elias
`);
const family = words(`
  lindqvist meyer pereira okoye tanaka dubois castellanos novak rossi haddad larsen kowalski silva nguyen
  fischer moreau osei petrov garcia jansen weber khan berg
`);

export function inventCustomer(random: Random): Customer {
  const second = random.pick(seconds);
  const company = `${random.pick(firsts)}-${second}`;
  const mailbox = random.weighted<() => string>([
    [() => random.pick(desks), 5],
    [() => `${random.pick(given)}.${random.pick(family)}`, 4],
    [() => `${random.pick(given).slice(0, 1)}.${random.pick(family)}`, 2],
    [() => random.pick(given), 1],
  ])();
  return {
    username: `${mailbox}@${company}.example`,
    instanceUrl: `https://northdesk.example/${company}`,
  };
}
