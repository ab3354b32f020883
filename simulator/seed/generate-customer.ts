import type { Random } from '../random';

export type Customer = ReturnType<typeof generateCustomer>;

function splitWords(text: string): readonly [string, ...string[]] {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  return [first, ...rest];
}

const companyFirstWords = splitWords(`
  alder amber anchor ash beacon birch bluefen bramble bright caldera canyon cedar cinder clover cobalt copper
  coral crestline delta driftwood ember fairhaven falcon fen fjord foxglove garnet granite harbour hazel heron
  indigo iron juniper kestrel kitakaze larkspur lumen maple marlow meridian mistral norrsken northgate oak
  orbital osprey pellworm pine quarry quill raven river rowan sable savannah sierra silver solstice stein
  tallgrass tamarind tern thistle umber vega verdant willow wren zephyr
`);
const companySecondWords = splitWords(`
  analytics architects audio avionics bakery bank biotech books brewing cafe ceramics clinics cycles dental
  design education energy farms ferries films finance foods foundry freight games health homes hotels imprenta
  insurance labs legal logistics marine media mobility motors museum networks optics outdoor partners pharma
  press rail robotics school security software solar spa studio supply systems telecom textiles tools travel
  veterinary water wines works
`);
const sharedMailboxes = splitWords(`
  ops it support admin hello helpdesk service office accounts cs owner
`);
const firstNames = splitWords(`
  maria jo dana lucas amara ingrid tomas yuki priya omar chloe viktor nadia ruben aisha henrik sofia marek
  leila kofi hanna diego mei elias
`);
const lastNames = splitWords(`
  lindqvist meyer pereira okoye tanaka dubois castellanos novak rossi haddad larsen kowalski silva nguyen
  fischer moreau osei petrov garcia jansen weber khan berg
`);

/** All addresses end in the reserved `.example`. */
export function generateCustomer(random: Random) {
  const second = random.pick(companySecondWords);
  const company = `${random.pick(companyFirstWords)}-${second}`;
  const mailbox = random.weighted<() => string>([
    [() => random.pick(sharedMailboxes), 5],
    [() => `${random.pick(firstNames)}.${random.pick(lastNames)}`, 4],
    [() => `${random.pick(firstNames).slice(0, 1)}.${random.pick(lastNames)}`, 2],
    [() => random.pick(firstNames), 1],
  ])();
  return {
    username: `${mailbox}@${company}.example`,
    instanceUrl: `https://northdesk.example/${company}`,
  };
}
