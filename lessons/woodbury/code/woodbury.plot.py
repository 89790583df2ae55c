_, (one, two) = plt.subplots(1, 2)
one.imshow(left)
two.imshow(right)
plt.show()
