-- named_arrow(draw, from, to, color, words): an arrow, and words for it in the corner.
return function(draw, from, to, color, words)
    draw.arrow(from, to, color)
    draw.text(words, color)
end
