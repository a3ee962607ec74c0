/**
 * Words of the story corpus beyond those of its environment, so that a person's own story is made of words the base has met.
 */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const NAMES = words(`
  Ada Adam Aisha Akira Alan Alba Alex Alice Amir Amy Ana Andre Anna Anton Arun Asha Bella Bill Bob Boris Bruno Carl Carla Carmen
  Cato Chen Clara Cora Dan Dana David Diego Dora Edda Elena Eli Ella Emil Emma Erik Esra Ezra Fatima Felix Fiona Frank Freya Gina
  Greta Hana Hans Hugo Ida Igor Ines Ingrid Iris Ivan Jack Jana Jane Jin Joan Joe Jonas Jun Kai Kara Karl Kate Kim Kira Lara Lea
  Lena Li Lila Lin Lisa Liv Lola Luca Lucy Luis Luna Maja Marc Maria Mark Marta Max Maya Mila Milo Mina Mona Nadia Nils Nina Noah
  Olga Olaf Omar Oscar Owen Paul Peter Petra Priya Raj Rana Rita Robin Rosa Ruth Samir Sara Sofia Sven Tara Theo Tina Tom Uma Vito
  Wanda Will Xenia Yara Yuki Yusuf Zara Zoe
`);

export const THINGS = words(`
  acorns apples apricots badges balloons balls bananas beads beans bells berries biscuits blocks boats bolts books bottles bows
  bracelets brushes buckets buns buttons cakes candles candies cards carrots chairs cherries chestnuts clips coins combs cookies
  corks crayons cups dates dolls drums eggs erasers feathers figs flags flowers forks gems glasses gloves grapes hats hooks jars
  kites kittens knives ladders lamps leaves lemons letters limes magnets maps marbles masks matches melons mugs nails needles
  notebooks nuts olives onions oranges papers parcels peaches pearls pears peas pencils pens peppers photos pins plants plates
  plums postcards posters potatoes puzzles radishes ribbons rings robots rolls ropes roses rulers scarves screws seeds shells
  shirts shoes spoons stamps stars stickers sticks stones stools straws strings tickets tiles tomatoes tools toys trees tulips
  umbrellas vases walnuts watches wheels windows
`);

export const PLACES = words(`
  bakery bank barn beach bridge café camp castle cellar church cinema circus farm fair field forest garage garden gym hall harbour
  hotel house island kitchen lake library market meadow mill museum office orchard park pond port river school shop square stable
  station street studio theatre tower town village workshop yard zoo
`);

export const DAYS = words('Monday Tuesday Wednesday Thursday Friday Saturday Sunday');

export const COLOURS = words('black blue brown green grey orange pink purple red silver white yellow');

export const FEELINGS = words(
  'angry bored brave busy calm cheerful curious glad happy hungry late lonely proud quiet sad sleepy tired worried',
);

export const ADJECTIVES = words(`
  ancient broad broken bright careful cheap clean clever cold dark deep dirty dry dusty empty fancy flat fresh gentle golden grand
  hard heavy high hollow honest huge icy large light little long loud low lucky modern muddy narrow neat new noisy odd old open
  painted patient plain polite poor proper rare rich rough round rusty safe sharp short simple sleek slow small smooth soft sour
  steep straight strange strong sturdy sunny sweet tall tender thick thin tidy tiny tough unusual warm weak wet wide wild wise
  wooden young
`);

/** Regular verbs: the past is the word and `ed`. */
export const VERBS = words(`
  borrow brush climb clean collect count cover cross deliver discover enter explain fill fold follow gather guard hammer
  hand help inspect lift load mark measure mend mention mix open order pack paint pass pick plant polish
  pull push reach remember repair return sort stack start store test touch toss trick turn unlock
  visit want wash watch water wrap
`);
